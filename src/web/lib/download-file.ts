/** Gives the reader a file that was made here, as if a link to it had been followed. */
export function downloadFile(name: string, type: string, content: string | Blob): void {
  const address = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has taken the file by then; until the address is given back, its bytes stay in memory.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
