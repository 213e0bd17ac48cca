ALTER TABLE "stock_imports" DROP CONSTRAINT "stock_imports_state";--> statement-breakpoint
ALTER TABLE "stock_imports" ADD CONSTRAINT "stock_imports_state" CHECK ("stock_imports"."state" in ('waiting', 'reading', 'interrupted', 'checking', 'refused', 'ready', 'applying', 'applied', 'lapsed'));--> statement-breakpoint
-- An import that has begun goes on after a crash of the database, so what it has left to set must outlive one.
alter table stock_import_changes set logged;
