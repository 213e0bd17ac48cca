/** The page at `/api`: Scalar's script, isolated from everything else. */

/**
 * What the page may do. It has an origin of its own (`sandbox`), so its script cannot act as the visitor, read the
 * store's cookies and storage or look into another tab. It can load nothing but that script and send nothing.
 * Scalar writes its styles into the page as it runs, hence `unsafe-inline` for styles only.
 */
export const referencePolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "style-src 'unsafe-inline'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    'sandbox allow-scripts allow-downloads',
  ].join('; ')

/** @see https://scalar.com/products/api-references/configuration */
const SETTINGS = {
  telemetry: false,
  withDefaultFonts: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  documentDownloadType: 'none',
  hideClientButton: true,
  // Keys do not belong in a page, and this one cannot make calls.
  hideTestRequestButton: true,
  hiddenClients: true,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  hideModels: true,
  defaultOpenFirstTag: true,
  orderRequiredPropertiesFirst: true,
  // Links to other sites would open windows, which this page may not.
  customCss: 'a[href*="scalar.com"] { display: none }',
}

/**
 * Runs in the page before Scalar. A page with an origin of its own has no storage and may not use the clipboard, and
 * Scalar asks for both without checking.
 */
function standIn(): void {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: unknown) => void kept.set(name, String(value)),
    removeItem: (name: string) => void kept.delete(name),
    clear: () => kept.clear(),
    key: (index: number) => [...kept.keys()][index] ?? null,
    get length() {
      return kept.size
    },
  }
  for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { value: storage })
  const writeText = async (text: string) => {
    const handleCopy = (event: ClipboardEvent) => {
      event.clipboardData?.setData('text/plain', text)
      event.preventDefault()
    }
    document.addEventListener('copy', handleCopy, { once: true })
    document.execCommand('copy')
    document.removeEventListener('copy', handleCopy)
  }
  Object.defineProperty(navigator, 'clipboard', { value: { writeText } })
  // Its schema library would test whether it may compile code from text, which the policy forbids and reports.
  Object.assign(window, { __zod_globalConfig: { jitless: true } })
}

/** Data as a script's literal that cannot end the script. */
const scriptLiteral = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

/** @param options.document as OpenAPI @param options.script the address of Scalar's script */
export function writeReferencePage(options: {
  title: string
  nonce: string
  document: object
  script: string
}): string {
  const { title, nonce, document, script } = options
  const settings = scriptLiteral({ ...SETTINGS, content: document })
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
    <link rel="icon" href="data:," />
  </head>
  <body>
    <div id="app"></div>
    <script nonce="${nonce}">(${standIn})()</script>
    <script nonce="${nonce}" src="${script}"></script>
    <script nonce="${nonce}">Scalar.createApiReference('#app', ${settings})</script>
  </body>
</html>
`
}
