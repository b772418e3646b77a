import { UNIVERSITY_ROLE_LABELS, type UniversityRole } from '@blood-bank/contract/donors/endpoints'
import { plainText } from './plain-text.ts'

const WORDS: Record<UniversityRole, string[]> = {
  student: ['student'],
  faculty: [
    'faculty',
    'faculty member',
    'teacher',
    'lecturer',
    'professor',
    'assistant professor',
    'associate professor',
  ],
  staff: ['staff', 'employee', 'officer'],
}

const ROLES = Object.keys(WORDS) as UniversityRole[]

/** Reads a role by its label or by a word for it; null for any other. */
export function readUniversityRole(written: string): UniversityRole | null {
  const text = plainText(written).toLowerCase()
  return (
    ROLES.find(role => WORDS[role].includes(text) || UNIVERSITY_ROLE_LABELS[role].toLowerCase() === text) ??
    null
  )
}
