/** Whom the blood centre takes, as far as people know it of themselves. */
export type DonorRules = { ages: { from: number; to: number }; minWeightKg: number }

/** What whoever decides to come must know of themselves. Nothing of it is asked or stored. */
export const describeFitToGive = ({ ages, minWeightKg }: DonorRules): string =>
  `Come only if you are ${ages.from} to ${ages.to}, weigh at least ${minWeightKg} kg and feel well today. The hospital asks about illness, medicines, pregnancy and travel, and decides.`

/** What is known of a donor whose last donation is long enough ago: neither age nor weight nor health. */
export const MAY_BE_ABLE = 'By your dates you may be able to give'
