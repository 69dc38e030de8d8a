"""The start pages, run as they are written by somebody who has nothing but Python and uv.

A page is taken block by block, in its order. What a reader would type is typed, what the page shows is
compared with what is seen. Nothing here knows what any page says.
"""
