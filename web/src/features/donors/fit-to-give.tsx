import { site } from '../../api/site.ts'
import { SmallPrint } from '../../ui/layout/small-print.tsx'

/** Who can come to give blood. The rules open in a tab of their own: a form or an answer would be left. */
export const FitToGive = () => (
  <SmallPrint>
    <span>{site.donorRules.sentence}</span>
    {site.donorRules.url && (
      <>
        {' '}
        <a href={site.donorRules.url} target="_blank" rel="noopener noreferrer">
          Who can give blood (opens in a new tab)
        </a>
      </>
    )}
  </SmallPrint>
)
