/** The hours in which the member who posted the request can undo a donation that they recorded. */
export const UNDO_DONATION_HOURS = 24
