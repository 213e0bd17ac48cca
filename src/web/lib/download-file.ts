/** Downloads a file that was made here, as if its link had been clicked. */
export function downloadFile(name: string, type: string, content: string | Blob): void {
  const address = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has taken the file by then; until the URL is revoked, its bytes stay in memory.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
