// The words of deals that many play, and of statistics, which no first visit needs.
import en from '../languages/series.en.json';
import fr from '../languages/series.fr.json';
import { addWords } from '../lib/messages';

addWords({ fr, en });
