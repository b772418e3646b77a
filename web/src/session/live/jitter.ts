/** Between half of a time and one and a half: thousands of browsers must not do the same thing at the same moment. */
export const withJitter = (ms: number): number => ms * (0.5 + Math.random())
