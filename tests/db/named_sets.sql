-- The functions that name a set of values are planned as if the list stood there.
select no_plan();

create temp table named on commit drop as
  select p.oid, p.proname::text as name, p.proargtypes[0] as type, p.prosecdef, p.proconfig, p.provolatile,
    array(select m[1] from regexp_matches(p.prosrc, '''([^'']+)''', 'g') m order by 1) as list
  from pg_proc p where p.pronamespace = 'app'::regnamespace and p.pronargs = 1 and p.prosrc ~ '^\s*select \w+ in \([^()]*\)\s*$';

select cmp_ok((select count(*)::integer from named), '>', 20, 'sets of values have names');
select is_empty($$ select n.oid::regprocedure from named n where n.prosecdef or n.proconfig is not null or n.provolatile <> 'i' $$,
  'PostgreSQL inlines the functions that name a set: they are immutable, without search_path and security definer');

-- The partial indexes of each set: their condition, with the list replaced by the function that names it.
create temp table indexes on commit drop as
  select i.indexrelid::regclass::text as index, i.indrelid::regclass::text as of, n.name,
    replace(pg_get_expr(i.indpred, i.indrelid), f.found[1], format('app.%I(%s)', n.name, f.found[2])) as condition
  from pg_index i
  cross join lateral regexp_match(pg_get_expr(i.indpred, i.indrelid), '(\(?\(?(\w+)\)?(?:::text)? = ANY \(ARRAY\[([^]]*)\]\)\)?)') f (found)
  join named n on n.list = array(select m[1] from regexp_matches(f.found[3], '''([^'']+)''', 'g') m order by 1)
  where f.found is not null;

create function pg_temp.plan_of(statement text) returns text language plpgsql as $$
declare
  v_line text;
  v_plan text := '';
begin
  for v_line in execute 'explain (verbose, costs off) ' || statement loop v_plan := v_plan || v_line || E'\n'; end loop;
  return v_plan;
end $$;

select cmp_ok((select count(*)::integer from indexes), '>', 5, 'partial indexes have conditions that have names');
set local enable_seqscan = off;
select ok(pg_temp.plan_of(format('select from %s where %s', x.of, x.condition)) !~ ('app\.' || x.name),
  format('app.%s is inlined into a query of %s (%s)', x.name, x.of, x.index)) from indexes x;
select is((select pg_temp.plan_of(format('select from %s where %s', x.of, x.condition)) ~ x.index), true,
  format('a query by app.%s uses the index %s', x.name, x.index)) from indexes x;
select * from finish();
