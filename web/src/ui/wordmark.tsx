/** The product's name with the fruit for its last letter. */
export function Wordmark() {
  return (
    <span className="wordmark" role="img" aria-label="tangelo">
      tangel
      <svg viewBox="0 0 15 20" aria-hidden="true">
        <circle className="fruit" cx="7.4" cy="13.1" r="7.1" />
        <path className="leaf" d="M7.6 4.6C7.6 1.6 9.8-.2 13.4 0 13.4 3.2 11.2 5 7.6 4.6Z" />
      </svg>
    </span>
  )
}
