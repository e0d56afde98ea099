"""``python -m daymark`` is the program."""

from .command import main

main()
