import { Link } from '@tanstack/react-router'
import type { StoreConfig } from '#contract/admin/operations.ts'
import { CartIconButton } from '#web/features/orders/cart/cart-button.tsx'
import { servedBrand } from '#web/lib/served-page.ts'
import { paths } from '#web/paths.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { ThemeSwitch } from '#web/ui/theme-switch.tsx'
import { BrandMark } from './brand-mark.tsx'
import { VipGroupLink } from './vip-group-link.tsx'

const WIDE_LINK =
  'inline-flex min-h-11 items-center border-b-2 border-transparent text-sm font-semibold text-muted transition-colors duration-150 hover:text-ink'
const WIDE_ACTIVE = { className: 'border-accent! text-ink!' }
const MENU_LINK =
  'flex min-h-12 items-center border-b border-l-4 border-b-line border-l-transparent px-3 font-semibold hover:bg-accent-quiet'
const MENU_ACTIVE = { className: 'border-l-accent! bg-accent-quiet text-accent' }

interface LinkLook {
  className: string
  activeProps: { className: string }
}

/**
 * Brand, navigation, cart. One line in a wide window; in a narrow one, the links fold into a menu. Plain, where a buyer
 * pays: only the brand.
 */
export function StoreHeader({ config, isPlain }: { config: StoreConfig | undefined; isPlain: boolean }) {
  const named = config ?? servedBrand
  return (
    <header className="no-print relative z-20 border-b border-line bg-surface">
      <div className="page-width flex items-center gap-x-2 py-1.5 lg:gap-x-8">
        <Link
          to={paths.home}
          className="flex min-h-12 min-w-0 items-center mr-auto gap-3"
          aria-label={named ? undefined : 'Home page'}
        >
          <BrandMark className="text-accent max-[22rem]:hidden" />
          <span className="min-w-0">
            <span className="display block min-h-6 truncate text-xl leading-6">{named?.brand}</span>
            <span className="block min-h-4 truncate text-xs leading-4 text-muted">{named?.subsidiary}</span>
          </span>
        </Link>
        {!isPlain && (
          <nav aria-label="Main" className="ml-auto flex items-center gap-x-6 max-lg:hidden">
            <StoreLinks className={WIDE_LINK} activeProps={WIDE_ACTIVE} />
            <span className="flex gap-x-2">
              <StaffLinks className={buttonClasses('plain', 'small')} />
            </span>
          </nav>
        )}
        <div className="flex shrink-0 items-center lg:-mr-2 lg:-ml-4">
          <ThemeSwitch className={isPlain ? '' : 'max-xs:hidden'} />
          {!isPlain && <CartIconButton />}
        </div>
        {!isPlain && (
          <Disclosure label="Menu" className="-mr-2 lg:hidden">
            <nav aria-label="Main" className="page-width grid py-2">
              <StoreLinks className={MENU_LINK} activeProps={MENU_ACTIVE} />
              <div className="flex flex-wrap gap-2 py-3">
                <StaffLinks className={classes(buttonClasses('plain'), 'grow')} />
                <ThemeSwitch isWordy className="grow xs:hidden" />
              </div>
            </nav>
          </Disclosure>
        )}
      </div>
    </header>
  )
}

/** `aria-current` tells screen readers what the look shows. */
function StoreLinks(look: LinkLook) {
  return (
    <>
      <Link to={paths.home} activeOptions={{ exact: true, includeSearch: false }} {...look}>
        Home
      </Link>
      <Link to={paths.leads} activeOptions={{ includeSearch: false }} {...look}>
        Browse Lead Packages
      </Link>
      <VipGroupLink className={look.className}>VIP Group</VipGroupLink>
    </>
  )
}

/** The members' dashboards; visitors are asked to log in there. */
function StaffLinks({ className }: { className: string }) {
  return (
    <>
      <Link to={paths.admin} className={className}>
        Admin
      </Link>
      <Link to={paths.sales} className={className}>
        Reps
      </Link>
    </>
  )
}
