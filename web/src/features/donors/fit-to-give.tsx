import { site } from '../../api/site.ts'

/** Who can come to give blood, for a paragraph. The rules open in a tab of their own: a form or an answer would be left. */
export const FitToGive = () => (
  <>
    <span>{site.donorRules.sentence}</span>
    {site.donorRules.url && (
      <>
        {' '}
        <a href={site.donorRules.url} target="_blank" rel="noopener noreferrer">
          Who can give blood (opens in a new tab)
        </a>
      </>
    )}
  </>
)
