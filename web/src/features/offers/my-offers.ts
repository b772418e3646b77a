/** Id of the section **My Offers** of the dashboard. */
export const MY_OFFERS_ID = 'my-offers'

/** The address of that section. */
export const MY_OFFERS = `/dashboard#${MY_OFFERS_ID}`
