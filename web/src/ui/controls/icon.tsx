/** Paths on a square of 16 units. */
const ICON_PATHS = {
  check: 'M3 8.5 6.5 12 13 4.5',
  chevron: 'M3.5 6 8 10.5 12.5 6',
  close: 'M3.5 3.5l9 9M12.5 3.5l-9 9',
  copy: 'M5.5 5.5h8v8h-8zM10.5 2.5h-8v8',
  more: 'M2.5 8h1M7.5 8h1M12.5 8h1',
  drop: 'M8 1.8c2.6 3.4 4.2 5.6 4.2 7.9a4.2 4.2 0 0 1-8.4 0c0-2.3 1.6-4.5 4.2-7.9z',
  magnifier: 'M7 2.5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 1 1 0-9zM10.4 10.4 14 14',
  plus: 'M8 2.5v11M2.5 8h11',
  phone: 'M5.5 2.5h-3c0 6 5 11 11 11v-3l-3-1.5-2 1.5-3-3L7 5.5z',
  share: 'M8 10V1.8M5 4.6l3-2.8 3 2.8M4.8 7.2H3v7h10v-7h-1.8',
  tiles: 'M2.5 2.5H7v6H2.5zM9 2.5h4.5V6H9zM9 8h4.5v5.5H9zM2.5 10.5H7v3H2.5z',
}

export type IconName = keyof typeof ICON_PATHS

/** The icon of a button or link, which has the accessible name. */
export const Icon = ({ name, className }: { name: IconName; className: string | undefined }) => (
  <svg className={className} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
    <path d={ICON_PATHS[name]} />
  </svg>
)
