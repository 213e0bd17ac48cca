import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronDown, CircleUserRound, LogOut } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { CurrentUser } from '#contract/members/auth.ts'
import { hasSessionEnded, watchSession } from '#web/features/members/session-state.ts'
import { useLogOut } from '#web/features/members/use-log-out.ts'
import { answerProofsWith } from '#web/lib/call-api.ts'
import { currentUserQuery } from '#web/lib/current-user.ts'
import { useMedia } from '#web/lib/use-media.ts'
import { useStoreConfig } from '#web/lib/use-store-config.ts'
import { NARROW } from '#web/pages/sales/sales-navigation.tsx'
import { BrandMark } from '#web/pages/store/brand-mark.tsx'
import { partMissing } from '#web/pages/store/late-parts.tsx'
import { PageFrame } from '#web/pages/store/page-frame.tsx'
import { StoreDock } from '#web/pages/store/store-dock.tsx'
import { paths } from '#web/paths.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { LatePart, type ShowMissing } from '#web/ui/late-part.tsx'
import { useAwaitedPart } from '#web/ui/page-keys.ts'
import { ListTrouble } from '#web/ui/panel.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { ThemeSwitch } from '#web/ui/theme.tsx'
import { ToastDock } from '#web/ui/toast-host.tsx'

const loadSessionEnded = () => import('./session-ended.tsx')

/** Lets members in. Nothing here is secret: the server checks every call, and this only spares people a page of errors. */
export function MemberGate(props: { title: string; visitor: ReactNode; children: (user: CurrentUser) => ReactNode }) {
  const { title, visitor, children } = props
  const { data: user, error, isPending, refetch } = useQuery(currentUserQuery)
  const hasEnded = hasSessionEnded.use()
  useEffect(watchSession, [])
  useAwaitedPart(isPending)
  if (user === null)
    return hasEnded ? <LatePart load={loadSessionEnded} props={{ title }} failed={partMissing('This page')} /> : visitor
  return (
    <>
      <meta name="robots" content="noindex" />
      {user ? (
        <>
          {children(user)}
          <ProofDialog user={user} failed={partMissing('The password form')} />
        </>
      ) : (
        <PageFrame title={title} isNarrow>
          {isPending ? (
            <Loading words="Loading" height="h-96" />
          ) : (
            <ListTrouble list={{ data: user, error, refetch }} title="We could not check who is logged in" />
          )}
        </PageFrame>
      )}
    </>
  )
}

interface DashboardFrameProps {
  title: string
  /** What a narrow header shows instead. */
  shortTitle?: string | false
  /** The browser tab's title, if it says more than the page's. */
  tabTitle?: string
  subtitle?: string
  /** The page has a heading of its own; the title is the dashboard's. */
  hasHeading?: boolean
  user: CurrentUser
  /** Opens the list of its keys. */
  onKeys?: () => void
  actions: ReactNode
  strip?: ReactNode
  dock?: ReactNode
  children: ReactNode
}

/** The frame of a dashboard: compact, as wide as useful, with its own logout. */
export function DashboardFrame(props: DashboardFrameProps) {
  const { title, shortTitle, tabTitle, subtitle, hasHeading, user, onKeys, actions, strip, dock = null } = props
  const Title = hasHeading ? 'p' : 'h1'
  const { data: config } = useStoreConfig()
  const main = useRef<HTMLElement>(null)
  // Coming from another page, screen readers start at the top of this one.
  useEffect(() => main.current?.focus({ preventScroll: true }), [])
  return (
    <div className="compact flex grow flex-col text-sm lg:[--table-top:3.5rem]">
      <title>{`${tabTitle ?? title}${config ? ` | ${config.brand}` : ''}`}</title>
      <header className="no-print border-b border-line bg-surface lg:sticky lg:top-0 lg:z-30">
        <div className="dashboard-width flex min-h-14 items-center gap-x-1 sm:gap-x-3">
          <Link
            to={paths.home}
            className="grid size-11 shrink-0 place-items-center rounded-md text-accent hover:bg-accent-quiet"
            aria-label={config ? `${config.brand}, home page` : 'Home page'}
          >
            <BrandMark />
          </Link>
          <div className="mr-auto min-w-0">
            <Title className="display line-clamp-1 text-lg sm:text-xl">
              <span className={shortTitle ? 'max-lg:sr-only' : ''}>{title}</span>
              {shortTitle && (
                <span aria-hidden="true" className="lg:hidden">
                  {shortTitle}
                </span>
              )}
            </Title>
            {subtitle && <p className="text-xs text-muted max-lg:sr-only">{subtitle}</p>}
          </div>
          {actions}
          <NameMenu user={user} onKeys={onKeys} />
        </div>
      </header>
      <main id="content" ref={main} tabIndex={-1} className="dashboard-width grow pt-4 pb-16">
        {strip}
        {props.children}
      </main>
      <StoreDock isSandbox={Boolean(config?.payments?.sandboxUrl)}>{dock}</StoreDock>
    </div>
  )
}

/** What is most used of a dashboard, at the bottom of a narrow screen. @param above a line over it */
export function PhoneDock({ above, children }: { above?: ReactNode; children: ReactNode }) {
  if (!useMedia(NARROW)) return null
  return (
    <div data-dock className="border-t border-line shadow-float">
      <div className="has-[[data-toast]]:p-2.5">
        <ToastDock />
      </div>
      {above}
      <nav aria-label="Most used" className="grid auto-cols-fr grid-flow-col">
        {children}
      </nav>
    </div>
  )
}

/** The look of an entry of the dock: its icon above its word. */
export const dockEntryClasses = (isOpen: boolean) =>
  classes(
    'relative grid min-h-13 content-center justify-items-center text-xs',
    isOpen ? 'font-semibold text-accent' : 'text-muted',
  )

/** The member's own things. */
const NameMenu = ({ user, onKeys }: { user: CurrentUser; onKeys: (() => void) | undefined }) => (
  <Disclosure
    label={user.username}
    className="relative"
    face={
      <>
        <CircleUserRound size={20} aria-hidden="true" className="sm:hidden" />
        <span className="max-w-40 truncate max-sm:sr-only">
          <span className="sr-only">Account of </span>
          {user.username}
        </span>
        <ChevronDown size={14} aria-hidden="true" className="max-sm:hidden" />
      </>
    }
    panelLook="right-0 z-30 grid w-56 gap-2 rounded-md border p-3"
  >
    <Link
      to={user.role === 'admin' ? paths.admin : paths.sales}
      search={{ tab: 'profile' }}
      className={buttonClasses('plain')}
    >
      My Profile
    </Link>
    {onKeys && (
      <Button data-folds onClick={onKeys} className="max-sm:hidden pointer-coarse:hidden">
        Keyboard shortcuts
      </Button>
    )}
    <ThemeSwitch isWordy />
    <LogOutButton />
  </Disclosure>
)

export function LogOutButton({ label = 'Logout' }: { label?: string }) {
  const logOut = useLogOut()
  return (
    <Button icon={LogOut} onClick={() => logOut.mutate()} disabled={logOut.isPending}>
      {label}
    </Button>
  )
}

const loadKeys = () => import('#web/features/keys/keys-panel.tsx').then((file) => ({ default: file.OwnKeys }))

/** The member's API keys among the cards of their account. Few members have any, so its code is loaded late. */
export const OwnKeysPart = () => <LatePart load={loadKeys} props={{}} failed={partMissing('Your API keys')} />

// Rarely needed, so it stays out of the first load of every dashboard.
const loadProofForm = () => import('#web/features/members/proof-form.tsx')

/** Asks for password and code when a call needs them; the call then continues by itself. */
function ProofDialog({ user, failed }: { user: CurrentUser; failed: ShowMissing }) {
  const [waiting, setWaiting] = useState<readonly ((isProven: boolean) => void)[]>([])
  useEffect(() => answerProofsWith(() => new Promise((resolve) => setWaiting((before) => [...before, resolve]))), [])
  if (waiting.length === 0) return null
  const handleAnswer = (isProven: boolean) => {
    for (const resolve of waiting) resolve(isProven)
    setWaiting([])
  }
  return <LatePart load={loadProofForm} props={{ user, onAnswer: handleAnswer }} failed={failed} />
}
