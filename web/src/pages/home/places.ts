/** Where the home page has the form of a table for friends: `/#amis`. */
export const FRIENDS = 'amis';
