CREATE TABLE "county_demand" (
	"fips" text NOT NULL,
	"day" date NOT NULL,
	"views" integer NOT NULL,
	"holds" integer NOT NULL,
	"sell_outs" integer NOT NULL,
	CONSTRAINT "county_demand_day_fips_pk" PRIMARY KEY("day","fips"),
	CONSTRAINT "county_demand_not_negative" CHECK ("county_demand"."views" >= 0 and "county_demand"."holds" >= 0 and "county_demand"."sell_outs" >= 0)
);
--> statement-breakpoint
ALTER TABLE "stock_imports" DROP CONSTRAINT "stock_imports_state";--> statement-breakpoint
ALTER TABLE "stock_imports" ADD CONSTRAINT "stock_imports_state" CHECK ("stock_imports"."state" in ('waiting', 'reading', 'interrupted', 'checking', 'refused', 'ready', 'applied', 'lapsed'));