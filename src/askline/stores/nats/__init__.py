"""The bell of many processes over NATS core. Keeps nothing: rows stay in the store beside it."""
