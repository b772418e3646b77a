import { Moment } from '../../api/moment.tsx'
import { SmallPrint } from '../../ui/layout/small-print.tsx'
import { useNotesOfCase } from './queries.ts'
import styles from './report-cases.module.css'

/** What admins wrote about a case; nothing while there is none. */
export function CaseNotes({ id }: { id: string }) {
  const notes = useNotesOfCase(id).data?.notes ?? []
  return notes.map(({ text, writtenAt }) => (
    <div key={writtenAt} className={styles.stack}>
      <SmallPrint>
        Note of an admin, <Moment at={writtenAt} />
      </SmallPrint>
      <p className={styles.text}>{text}</p>
    </div>
  ))
}
