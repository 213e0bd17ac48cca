-- A package row is updated by every hold: room on its page lets PostgreSQL update it without touching the indexes.
alter table packages set (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
--> statement-breakpoint
-- The ledger of stock is append only, whoever asks.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append only', tg_table_name using errcode = 'restrict_violation';
end
$$;
--> statement-breakpoint
create trigger stock_movements_append_only before update or delete on stock_movements
  for each statement execute function refuse_change();
--> statement-breakpoint
create trigger order_lines_keep before delete on order_lines
  for each statement execute function refuse_change();
