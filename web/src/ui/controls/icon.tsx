/** Paths on a square of 16 units. */
const ICON_PATHS = {
  chevron: 'M3.5 6 8 10.5 12.5 6',
  copy: 'M5.5 5.5h8v8h-8zM10.5 2.5h-8v8',
  more: 'M2.5 8h1M7.5 8h1M12.5 8h1',
  share: 'M8 10V1.8M5 4.6l3-2.8 3 2.8M4.8 7.2H3v7h10v-7h-1.8',
}

export type IconName = keyof typeof ICON_PATHS

/** The icon of a button, which has the accessible name. */
export const Icon = ({ name, className }: { name: IconName; className: string | undefined }) => (
  <svg className={className} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
    <path d={ICON_PATHS[name]} />
  </svg>
)
