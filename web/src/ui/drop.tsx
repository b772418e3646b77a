/** A drop of blood; decoration only. */
export const Drop = ({ className }: { className: string | undefined }) => (
  <svg className={className} viewBox="0 0 24 28" aria-hidden="true" focusable="false">
    <path d="M12 0c4 6 10 11.5 10 18a10 10 0 0 1-20 0C2 11.5 8 6 12 0z" />
  </svg>
)
