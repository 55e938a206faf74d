// The words of the study, which no first visit needs.
import en from '../../languages/study.en.json';
import fr from '../../languages/study.fr.json';
import { addWords } from '../../lib/messages';

addWords({ fr, en });
