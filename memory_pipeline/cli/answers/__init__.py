"""What each command answers: the JSON document and what a person is shown."""
