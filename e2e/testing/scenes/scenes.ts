import { ADMIN_SCENES } from './admins.ts'
import { HELPING_SCENES } from './helping.ts'
import { MEMBER_SCENES } from './members.ts'
import type { Scene } from './scene.ts'
import { VISITOR_SCENES } from './visitors.ts'

/** Every page in every state: for the pictures (`npm run screenshots`) and for `everyone.spec.ts`. */
export const SCENES: readonly Scene[] = [
  ...VISITOR_SCENES,
  ...MEMBER_SCENES,
  ...HELPING_SCENES,
  ...ADMIN_SCENES,
]
