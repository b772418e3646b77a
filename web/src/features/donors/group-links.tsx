import { BLOOD_GROUPS, type BloodGroup, withMinus } from '@blood-bank/contract/donors/blood-groups'
import { forBloodGroup } from '../../forms/use-blood-group-in-url.ts'
import { Link } from '../../ui/controls/link.tsx'
import visuallyHidden from '../../ui/layout/visually-hidden.module.css'
import styles from './group-links.module.css'

type Props = {
  /** The accessible name, or the id of the heading that is it. */
  name: { 'aria-label': string } | { 'aria-labelledby': string }
  chosen: BloodGroup | null
  /** Groups of the person's own requests, which come first. Undefined while that is not known: the links wait for it. */
  own?: BloodGroup[] | undefined
}

/** All blood groups, those of the person's own requests first. */
export const ownFirst = (own: BloodGroup[]) => [...own, ...BLOOD_GROUPS.filter(group => !own.includes(group))]

/** All blood groups, each a link to the same page with that group. */
export function GroupLinks({ name, chosen, ...props }: Props) {
  const isKnown = !('own' in props) || props.own !== undefined
  const own = props.own ?? []
  return (
    <nav className={styles.groups} data-waiting={!isKnown || undefined} {...name}>
      {ownFirst(own).map(group => (
        <Link
          key={group}
          className={styles.group}
          to={forBloodGroup(group)}
          aria-current={group === chosen || undefined}
        >
          {withMinus(group)}
          {own.includes(group) && <span className={visuallyHidden.text}>, your request</span>}
        </Link>
      ))}
    </nav>
  )
}
