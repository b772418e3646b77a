import visuallyHidden from '../layout/visually-hidden.module.css'

/**
 * Tells screen readers what everybody else sees happen. Render it before it has text, as they announce only changes inside
 * it, and where it stays.
 */
export const Announcement = ({ children }: { children: string | null | undefined }) => (
  <p className={visuallyHidden.text} role="status">
    {children}
  </p>
)
