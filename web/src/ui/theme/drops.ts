/** The drops of the logo on a square of 32 units: one gives, the other receives. */
export const GIVES = 'M13.5 2c4.6 6.2 10.3 11.4 10.3 17.7a10.3 10.3 0 0 1-20.6 0C3.2 13.4 8.9 8.2 13.5 2z'
export const RECEIVES = 'M23.5 13.5c2.6 3.5 5.5 6.4 5.5 10.1a5.5 5.5 0 0 1-11 0c0-3.7 2.9-6.6 5.5-10.1z'
