import { Link } from '@tanstack/react-router'
import { paths } from '#web/paths.ts'
import { type ButtonLook, buttonClasses } from '#web/ui/button.tsx'

/** The way on from wherever a visitor ends up. */
export const BrowseLink = ({ look = 'primary' }: { look?: ButtonLook }) => (
  <Link to={paths.leads} className={buttonClasses(look)}>
    Browse Lead Packages
  </Link>
)

export const HomeLink = () => (
  <Link to={paths.home} className={buttonClasses('plain')}>
    Back to Home
  </Link>
)
