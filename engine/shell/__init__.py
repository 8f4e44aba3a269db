"""What several commands of `earshot` share: options, printing, answers, jobs. Nothing here is a command."""
