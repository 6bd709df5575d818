/** Made by `npm run data` from data/; change the tables there. */
export const DISTRIBUTOR_NUMBERS = 'Digi-Key\t^(?:[0-9]{2,4}-[0-9]+|(?<number>.{4,}?)(?:CT|TR|DKR)?)(?:-[0-9]{1,2})?-ND$\tsure\nLCSC\t^C[0-9]{4,8}$\texact sure\nRS\t^[0-9]{3}-[0-9]{3,4}$\texact\nMouser\t^[0-9]{2,3}-(?<number>[A-Z0-9][A-Z0-9.\\-/]{3,})$\t\nFarnell\t^[0-9]{7}(?:RL)?$\texact';
