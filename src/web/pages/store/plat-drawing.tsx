/** A plat of a few blocks in line art, one lot taken: what the store is about, without a stock picture. */
export function PlatDrawing() {
  return (
    <svg viewBox="0 0 420 340" aria-hidden="true" className="w-full max-lg:hidden">
      <g fill="none" className="stroke-line" strokeWidth="1">
        <path d="M20 40 400 16M20 300 400 318M20 40V300M400 16V318" className="stroke-control" />
        <path d="M20 122 400 108M20 206 400 210M110 34.3V304.3M200 28.6V308.5M292 22.8V312.9" />
        <path d="M65 37.2V120.3M155 31.5V117M246 25.7V113.6M346 19.4V110M65 206.5V302.1M155 207.4V306.4M246 208.4V310.7M346 209.4V315.4" />
        <path d="M20 164 400 159" strokeDasharray="2 5" className="stroke-control" />
      </g>
      <path d="M200 115.4 292 112V208.9L200 207.9Z" className="fill-accent-quiet stroke-accent" strokeWidth="2" />
      <path d="M246 113.7V208.4" className="stroke-accent" strokeWidth="1" />
      <g className="fill-accent">
        <circle cx="200" cy="115.4" r="3.5" />
        <circle cx="292" cy="112" r="3.5" />
        <circle cx="292" cy="208.9" r="3.5" />
        <circle cx="200" cy="207.9" r="3.5" />
      </g>
      <g className="figures fill-muted" fontSize="11">
        <text x="232" y="104">
          92.0 ft
        </text>
        <text x="298" y="146">
          96.9 ft
        </text>
        <text x="28" y="58">
          Lot 1
        </text>
        <text x="118" y="140">
          Block C
        </text>
        <text x="302" y="232">
          N 88° 12′ E
        </text>
      </g>
    </svg>
  )
}
