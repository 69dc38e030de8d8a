"""The line between AI agents and their humans."""
