from rebelote.cli import main

main()
