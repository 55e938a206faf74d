// The words of the problems, which no first visit needs.
import en from '../languages/problems.en.json';
import fr from '../languages/problems.fr.json';
import { addWords } from '../lib/messages';

addWords({ fr, en });
