"""What a person looks at. Import a module, not the room: some need much, and a table little."""
