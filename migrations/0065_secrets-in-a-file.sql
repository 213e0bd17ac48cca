-- A node of an earlier version makes new secrets if it finds none. Once they are in a file it must not: its links would
-- not work, and it would not recognize owners who opted out.
create function refuse_secrets() returns trigger language plpgsql as $$
begin
  if exists (select from store_secrets where name = 'moved') then
    raise exception 'The secrets of this store are in a file (SECRETS_FILE). Update this node to a version that reads it.';
  end if;
  return new;
end
$$;
--> statement-breakpoint
create trigger refuse_secrets before insert on store_secrets
  for each row when (new.name in ('tokens', 'sessions')) execute function refuse_secrets();
