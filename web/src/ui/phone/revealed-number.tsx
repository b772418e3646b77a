import { SmallPrint } from '../layout/small-print.tsx'
import { PhoneNumber } from './phone-number.tsx'

/** The number of somebody who agreed to show it for one blood request. */
export const RevealedNumber = ({ number }: { number: string }) => (
  <>
    <PhoneNumber number={number} />
    <SmallPrint>Never pay or ask for money.</SmallPrint>
  </>
)
