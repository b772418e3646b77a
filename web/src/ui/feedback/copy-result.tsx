import visuallyHidden from '../layout/visually-hidden.module.css'
import { COPYING_REFUSED } from './copy-text.ts'

/** What came of copying, beside the button with its tick. Screen readers are told; everybody reads why it was refused. */
export const CopyResult = ({ said }: { said: string | null }) => (
  <span role="status" className={said === COPYING_REFUSED ? undefined : visuallyHidden.text}>
    {said}
  </span>
)
