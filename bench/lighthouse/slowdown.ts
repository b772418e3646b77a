/**
 * Lower bounds of Lighthouse's benchmark index, with the factors from such a machine to a phone of the middle class. A
 * machine below them is as slow as the phone.
 */
const FACTORS = [
  { from: 1_500, factor: 4 },
  { from: 800, factor: 2 },
]

/**
 * By which factor to slow down this machine's processor, so that Lighthouse measures a phone of the middle class. Its
 * default, 4, is meant for fast desktops.
 * @param benchmarkIndex as Lighthouse measures it
 * @see https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md#calibrating-the-cpu-slowdown
 */
export const slowdownFor = (benchmarkIndex: number): number =>
  FACTORS.find(({ from }) => benchmarkIndex >= from)?.factor ?? 1
