"""What agents' clients need so that they use the line: their files, and how to change them kindly.

A client is a value that says which entries it wants in which of its files; pure rules turn a file's
text into the text with these entries, and back. Comments, order and layout of the user's files stay,
what is not understood stays as it is, and what was done can be undone to the byte.

Starts no client and asks nobody: showing the difference and asking for leave is the door's.
"""
