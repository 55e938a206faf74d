"""What tests share: tables set up, random matches, a served table, a browser's visitor."""
