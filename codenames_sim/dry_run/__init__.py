"""What a run would ask and cost, found without asking a model or paying."""
