import type { Column } from './columns.ts'

/** A browser's font size, unless somebody has chosen another one. */
const REM_PX = 16

/** The widths of the columns: in px as the page is sent, where no styles are allowed; then in rem, as the text may be larger. */
export const ColumnWidths = ({ columns }: { columns: readonly Column<never>[] }) => (
  <colgroup>
    {columns.map(({ heading, width }) => (
      <col key={heading} width={width * REM_PX} ref={col => col?.style.setProperty('width', `${width}rem`)} />
    ))}
  </colgroup>
)
