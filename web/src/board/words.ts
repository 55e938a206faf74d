// The words of the board, which no first visit needs.
import en from '../languages/board.en.json';
import fr from '../languages/board.fr.json';
import { addWords } from '../lib/messages';

addWords({ fr, en });
