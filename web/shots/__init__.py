"""Pictures of the pages, made by one command, for the docs and for whoever changes the look."""
