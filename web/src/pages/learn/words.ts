// The words of the lessons, which no first visit needs.
import en from '../../languages/learn.en.json';
import fr from '../../languages/learn.fr.json';
import { addWords } from '../../lib/messages';

addWords({ fr, en });
