/** A plat of a few blocks in survey lines, one lot taken. Decoration at the right edge of a wide band. */
export function PlatDrawing() {
  return (
    <svg
      viewBox="0 0 420 340"
      preserveAspectRatio="xMaxYMid slice"
      aria-hidden="true"
      className="absolute inset-y-0 right-0 h-full w-[38%] max-lg:hidden"
    >
      <g fill="none" className="stroke-accent/35" strokeWidth="1">
        <path d="M0 40 420 14M0 122 420 106M0 206 420 210M0 298 420 320M20 -10V350M110 -10V350M200 -10V350M292 -10V350M384 -10V350" />
        <path d="M65 36V119.5M155 30.5V116M246 25V112.7M338 19V109.2M65 206.6V301.4M155 207.5V306M246 208.3V311M338 209.2V315.7" />
        <path d="M0 165 420 158" strokeDasharray="2 5" />
      </g>
      <path d="M200 114.4 292 110.9V208.8L200 207.9Z" className="fill-accent stroke-accent" strokeWidth="2" />
      <g className="fill-accent-quiet stroke-accent" strokeWidth="1.5">
        <circle cx="200" cy="114.4" r="4" />
        <circle cx="292" cy="110.9" r="4" />
        <circle cx="292" cy="208.8" r="4" />
        <circle cx="200" cy="207.9" r="4" />
      </g>
    </svg>
  )
}
