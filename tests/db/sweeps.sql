-- Rules for everything in the schemas, including later migrations.
select no_plan();

select is_empty($$
  select c.oid::regclass from pg_class c where c.relnamespace in ('public'::regnamespace, 'app'::regnamespace)
    and c.relkind in ('r', 'p') and not c.relrowsecurity
    and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
$$, 'every table has row-level security');

select is_empty($$
  select c.oid::regclass from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'v'
    and not coalesce(c.reloptions::text[] @> '{security_invoker=true}', false)
    and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
$$, 'every view runs with the rights of its caller');

select is_empty($$
  select p.oid::regprocedure from pg_proc p where p.pronamespace in ('public'::regnamespace, 'app'::regnamespace) and p.prosecdef
    and not coalesce(p.proconfig @> '{"search_path=\"\""}', false)
    and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
$$, 'every security definer function has an empty search_path');

-- The stack's REST library sends such an array as text, PostgREST as JSON. Return jsonb, and name its type by @returns.
select is_empty($$
  select s.what from (
    select p.oid::regprocedure::text as what, unnest(array[p.prorettype] || coalesce(p.proallargtypes[p.pronargs + 1 :], '{}')
      || array(select a.atttypid from pg_type t join pg_attribute a on a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped
        where t.oid = p.prorettype)) as type
    from pg_proc p where p.pronamespace = 'public'::regnamespace
      and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    union all
    select format('%s.%s', c.oid::regclass, a.attname), a.atttypid from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and not a.attisdropped) s
  join pg_type t on t.oid = s.type join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
  where e.typtype = 'c'
$$, 'nothing in the API contains an array of rows that is not JSON');

select set_eq($$
  select p.oid::regprocedure::text from pg_proc p where p.pronamespace in ('public'::regnamespace, 'app'::regnamespace)
    and has_function_privilege('anon', p.oid, 'execute')
    and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
$$, array['active_texts(text,boolean)', 'cars_that_carry(jsonb)', 'nearby_drivers(double precision,double precision)', 'application(uuid)', 'application_state(uuid)', 'complete_application(uuid,jsonb)', 'submit_application_paper(uuid,text,text,date,text)', 'follow_application(uuid,text)', 'message_preferences(text)', 'save_message_preferences(text,text[],boolean)', 'news_choice(text)', 'save_news_choice(text,boolean,text)', 'shared_trip(text)', 'street_bill(text)', 'trip_at_limits()', 'app.now()', 'app.can_follow_application(text)'], 'visitors can execute only the listed functions');

select set_eq($$
  select p.proname::text from pg_proc p where p.pronamespace = 'app'::regnamespace and has_function_privilege('authenticated', p.oid, 'execute')
$$, array['now', 'settings', 'uuid_v7', 'is_trip_partner', 'has_session', 'is_signed_in', 'are_news_words', 'has_current_role', 'can_read_booking', 'is_driving_booking', 'can_add_extra_photo', 'can_add_image', 'file_mark', 'file_room', 'is_file_attached', 'is_file_shown', 'is_uploading', 'can_follow_position', 'can_send_position', 'is_price_list', 'is_document', 'is_paper_path', 'files_shown', 'is_change_shown', 'is_signing_upload', 'is_shift_photo', 'is_suspended', 'is_finishing_only', 'trips_to_finish', 'has_permission', 'has_no_read_limit', 'rows_shown', 'is_on_the_road', 'is_closed'], 'signed-in people can execute only the helpers of policies and defaults in schema app');

select set_eq($$
  select p.proname::text from pg_proc p where p.pronamespace = 'public'::regnamespace and has_function_privilege('service_role', p.oid, 'execute')
    and not has_function_privilege('authenticated', p.oid, 'execute')
    and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
$$, array['unsubscribe_news', 'quote_fare', 'take_rate_limit', 'create_payment', 'begin_hold', 'start_checkout', 'start_street_checkout', 'street_payment_view', 'take_street_checks', 'take_approaches', 'promise_by_road', 'take_file_checks', 'finish_file_check', 'check_street_trip', 'redeem_checkout', 'note_payment', 'payment_view', 'payment_card', 'save_card', 'record_payment_event', 'take_payment_jobs', 'finish_payment_job', 'confirm_refund', 'take_outbox', 'begin_outbox', 'begin_messages', 'finish_outbox', 'finish_messages', 'log_code', 'push_shown', 'record_receipt', 'record_stop', 'record_text', 'message_firm', 'admit_code', 'validate_referrer', 'set_service_area', 'sign_up', 'application_upload', 'doubtful_numbers', 'resolve_number', 'open_setup_key', 'plan_setup', 'finish_setup'], 'only the service role can execute the listed functions');

select is_empty($$
  select c.oid::regclass, g.grantee, g.privilege_type from pg_class c
  join information_schema.role_table_grants g on g.table_schema = 'app' and g.table_name = c.relname
  where c.relnamespace = 'app'::regnamespace and g.grantee in ('anon', 'authenticated', 'service_role', 'PUBLIC')
$$, 'no API role has a grant on a table of schema app');

select set_eq($$
  select g.table_name::text || ' ' || g.privilege_type from information_schema.role_table_grants g
  where g.table_schema = 'public' and g.grantee = 'authenticated' and g.privilege_type <> 'SELECT'
    and g.table_name not in ('spatial_ref_sys', 'geometry_columns', 'geography_columns')
$$, array['settings UPDATE', 'languages INSERT', 'languages UPDATE', 'languages DELETE', 'car_types INSERT', 'car_types UPDATE',
  'car_types DELETE', 'cancel_reasons INSERT', 'cancel_reasons UPDATE', 'cancel_reasons DELETE', 'zones INSERT', 'zones UPDATE', 'zones DELETE',
  'tariff_windows INSERT', 'tariff_windows UPDATE', 'tariff_windows DELETE', 'promos DELETE', 'saved_addresses DELETE',
  'notifications DELETE'],
  'signed-in people can write only catalogue tables');

select set_eq($$
  select g.table_name::text || ' ' || g.privilege_type from information_schema.role_table_grants g
  where g.table_schema = 'public' and g.grantee = 'anon'
$$, array['settings SELECT', 'languages SELECT', 'car_types SELECT', 'cancel_reasons SELECT', 'paper_kinds SELECT'], 'visitors can read only catalogue tables');

select is_empty($$
  select c.conrelid::regclass, c.conname from pg_constraint c
  where c.contype = 'f' and c.connamespace in ('public'::regnamespace, 'app'::regnamespace)
    and not exists (select 1 from pg_index i where i.indrelid = c.conrelid and i.indpred is null
      and (i.indkey::int2[])[0:array_length(c.conkey, 1) - 1] operator(pg_catalog.@>) c.conkey)
$$, 'every foreign key has an index that begins with its columns');

-- The rules of Supabase's advisors (tests/operation/supabase-cli.test.ts runs the advisors themselves).
select is_empty($$
  select i.indrelid::regclass, array_agg(i.indexrelid::regclass) from pg_index i join pg_class c on c.oid = i.indrelid
  where c.relnamespace in ('public'::regnamespace, 'app'::regnamespace)
  group by i.indrelid, i.indkey::text, i.indclass::text, i.indoption::text, i.indcollation::text,
    pg_get_expr(i.indexprs, i.indrelid), pg_get_expr(i.indpred, i.indrelid) having count(*) > 1
$$, 'no index exists twice');

select is_empty($$
  select p.tablename, p.cmd, p.roles, array_agg(p.policyname) from pg_policies p where p.schemaname in ('public', 'storage', 'realtime')
  group by p.schemaname, p.tablename, p.cmd, p.roles, p.qual, p.with_check having count(*) > 1
$$, 'no policy exists twice');

select is_empty($$
  select c.oid::regclass from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    and not exists (select 1 from pg_policy p where p.polrelid = c.oid)
    and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
$$, 'every public table has a policy; tables without readers belong to schema app');

select is_empty($$
  select p.oid::regprocedure from pg_proc p where p.pronamespace = 'public'::regnamespace
    and not coalesce(array_to_string(p.proconfig, ',') ~ 'search_path=', false)
    and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
$$, 'every public function sets its search_path');

select is_empty($$
  select c.oid::regclass from pg_class c where c.relnamespace in ('public'::regnamespace, 'app'::regnamespace) and c.relkind in ('r', 'p')
    and not exists (select 1 from pg_index i where i.indrelid = c.oid and i.indisunique and i.indpred is null)
    and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
$$, 'every table has a unique index');

select is_empty($$
  select p.oid::regprocedure from pg_proc p where p.pronamespace in ('public'::regnamespace, 'app'::regnamespace)
    and p.prosrc ~ '\m(now|clock_timestamp|statement_timestamp|transaction_timestamp)\s*\(\s*\)|\mcurrent_(timestamp|date|time)\M'
    and regexp_replace(p.prosrc, 'app\.now\(\)|--[^\n]*|pg_postmaster_start_time\(\)', '', 'g') ~
      '\m(now|clock_timestamp|statement_timestamp|transaction_timestamp)\s*\(\s*\)|\mcurrent_(timestamp|date|time)\M'
    -- Ids do not need a turned clock, and a ban is read by the auth service, which has its own clock.
    and p.proname not in ('now', 'uuid_v7', 'empty_account')
$$, 'rules use app.now(), which tests can turn');

-- Auth, Storage and pg_cron have a clock of their own. A trigger function on one of their tables reads such a time from old and new.
select is_empty($$
  with outside as (
    select c.oid, n.nspname || '\.' || c.relname as source, a.attname
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('auth', 'storage', 'cron', 'net') and c.relkind in ('r', 'p', 'v') and a.attnum > 0
      and a.atttypid in ('timestamptz'::regtype, 'timestamp'::regtype)),
  bodies as (
    select p.oid, regexp_replace(regexp_replace(regexp_replace(regexp_replace(p.prosrc, '--[^\n]*', '', 'g'),
      'app\.outside_time\(([^()]|\(([^()]|\([^()]*\))*\))*\)', '', 'g'),
      '\w+\.\w+ is (not )?null', '', 'g'), '(insert into [^(]*\([^)]*\)|\mset \w+ =)', '', 'g') as body
    from pg_proc p where p.pronamespace in ('public'::regnamespace, 'app'::regnamespace)),
  names as (
    select b.oid, (regexp_matches(b.body, '\m((?:auth|storage|cron|net)\.\w+)\s+(?:as\s+)?(\w+)', 'g')) as found from bodies b
    union all
    select b.oid, array[x.name, v.name] from bodies b cross join lateral (
      select t.tgrelid::regclass::text as name from pg_trigger t where t.tgfoid = b.oid) x cross join (values ('old'), ('new')) v (name))
  select distinct n.oid::regprocedure::text, n.found[2] || '.' || o.attname
  from names n join bodies b on b.oid = n.oid join outside o on n.found[1] ~ ('^' || o.source || '$')
  where b.body ~ ('\m' || n.found[2] || '\.' || o.attname || '\M')
$$, 'functions compare the times of other services by app.outside_time()');

select is_empty($$
  select c.oid::regclass from pg_class c where c.relnamespace in ('public'::regnamespace, 'app'::regnamespace)
    and c.relkind in ('r', 'p', 'v') and obj_description(c.oid, 'pg_class') is null
    and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
$$, 'every table and view has a comment');

-- Names of ids, places, times and client keys explain themselves.
select is_empty($$
  select c.oid::regclass || '.' || a.attname from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and col_description(c.oid, a.attnum) is null
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and a.attname !~ '(^|_)(id|lat|lng|address|at|client_key)$'
    and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
$$, 'every column whose name does not explain itself has a comment');

select is_empty($$
  select p.oid::regprocedure from pg_proc p where p.pronamespace = 'public'::regnamespace and obj_description(p.oid, 'pg_proc') is null
    and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
$$, 'every public function has a comment');

select is_empty($$
  select format('%s.%s: %s', p.tablename, p.policyname, coalesce(p.qual, p.with_check)) from pg_policies p
  where p.schemaname in ('public', 'storage', 'realtime')
    and (cardinality(p.roles) <> 1 or (p.cmd = 'ALL' and p.permissive = 'PERMISSIVE')
      or regexp_replace(coalesce(p.qual, '') || coalesce(p.with_check, ''),
          'SELECT \(?(auth\.uid|app\.has_session|app\.is_signed_in|app\.has_current_role|app\.has_permission|app\.is_suspended|app\.has_no_read_limit)\(', '', 'g')
        ~ '(auth\.uid|auth\.jwt|app\.has_session|app\.is_signed_in|app\.has_current_role|app\.has_permission|app\.is_suspended|app\.has_no_read_limit)\(')
$$, 'every policy that admits is for one command and one role, and every policy reads the caller once per statement');

select is_empty($$
  select p.schemaname || '.' || p.tablename from (select distinct p.schemaname, p.tablename from pg_policies p where p.schemaname in ('public', 'storage', 'realtime')) p
  where not exists (select 1 from pg_policies a where a.schemaname = p.schemaname and a.tablename = p.tablename and a.schemaname = 'public' and a.roles && '{anon,public}')
    and not exists (select 1 from pg_policies r where r.schemaname = p.schemaname and r.tablename = p.tablename and r.permissive = 'RESTRICTIVE' and r.cmd = 'ALL'
      and r.roles = '{authenticated}' and r.with_check ~ '^\(? *SELECT app\.is_signed_in\(\) AS is_signed_in\)$'
      and (r.qual = r.with_check or p.tablename = 'profiles'))
$$, 'only people who are signed in reach anything in the tables that visitors do not read, in files and in topics');

select is_empty($$
  select p.tablename from pg_policies p where p.policyname = 'only people who are signed in reach anything' and p.schemaname <> 'realtime'
    and not exists (select 1 from pg_policies r where r.schemaname = p.schemaname and r.tablename = p.tablename and r.permissive = 'RESTRICTIVE'
      and r.qual ~ 'app\.is_finishing_only\(\)')
$$, 'a suspended driver who finishes a trip reads only that trip in the tables that visitors do not read, and in files');

select is_empty($$
  select format('%s.%s', p.tablename, p.policyname) from pg_policies p
  where coalesce(p.qual, '') || coalesce(p.with_check, '') ~ '(user_role|auth\.jwt|app_metadata|user_metadata)'
  union all
  select p.oid::regprocedure::text from pg_proc p where p.pronamespace in ('public'::regnamespace, 'app'::regnamespace)
    and p.prosrc ~ '''user_role''' and p.proname <> 'access_token_hook'
$$, 'no rule takes the role from the token, which keeps it until it expires');

select is_empty($$
  select p.oid::regprocedure, c from pg_proc p join pg_language l on l.oid = p.prolang and l.lanname = 'plpgsql'
  cross join lateral (select coalesce(max(t.tgrelid::oid), 0) as relation, max(t.tgnewtable) as new_rows, max(t.tgoldtable) as old_rows
    from (select * from pg_trigger t where t.tgfoid = p.oid limit 1) t) t
  cross join lateral plpgsql_check_function(p.oid, t.relation, fatal_errors => false, extra_warnings => true, security_warnings => true,
    newtable => t.new_rows, oldtable => t.old_rows) c
  where p.pronamespace in ('public'::regnamespace, 'app'::regnamespace)
    and (t.relation <> 0 or p.prorettype <> 'trigger'::regtype)
    and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
$$, 'plpgsql_check finds no fault in any function');

-- Without the trigger nobody checks the file: its size, its type, its bytes, and that something still uses it.
select is_empty($$
  select c.oid::regclass, a.attname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace in ('public'::regnamespace, 'app'::regnamespace) and c.relkind in ('r', 'p') and a.atttypid in ('text'::regtype, 'text[]'::regtype)
    and (coalesce(col_description(c.oid, a.attnum), '') ~ 'bucket `' or a.attname ~ '(^|_)(image|photo|picture|logo|file|path|attachment|avatar|scan|upload)s?$')
    and coalesce(col_description(c.oid, a.attnum), '') !~ '^Copy of ' and c.oid <> 'app.file_checks'::regclass
    and not exists (select 1 from app.file_columns() f where f.place = c.oid and f.place_column = a.attname)
$$, 'every column with the path of a stored file has the trigger that checks the file, unless it is a copy of another column');
select is_empty($$ select f.place, f.place_column from app.file_columns() f where not exists (select 1 from storage.buckets b where b.id = f.bucket and b.file_size_limit is not null and b.allowed_mime_types is not null)
  or not exists (select 1 from pg_attribute a where a.attrelid = f.place and a.attname = f.place_column) or not exists (select 1 from pg_attribute a where a.attrelid = f.place and a.attname = 'id') $$,
  'each such trigger names a column, its table has an id, and its bucket limits size and types');

-- 8 is DELETE and 32 is TRUNCATE in pg_trigger.tgtype.
select is_empty($$ select g.relation from (select t.tgrelid::regclass as relation, bit_or(t.tgtype::integer) as events from pg_trigger t
  where t.tgfoid = 'app.tg_append_only'::regproc group by t.tgrelid) g where g.events & 40 <> 40 $$, 'history that cannot be deleted cannot be truncated either');

-- If callers share a counter, one can lock the others out. A hash may choose a lock to wait for, but never a row or sequence to
-- count in.
select is_empty($$ select p.proname from pg_proc p where p.pronamespace in ('app'::regnamespace, 'public'::regnamespace)
  and (p.prosrc ~ '& *[0-9]+' or regexp_replace(p.prosrc, 'pg_(try_)?advisory_[a-z_]+\(hashtextextended', '', 'g') ~ 'hashtext') $$,
  'no counter is shared between rows with the same hash');

-- Clients get types for responses. Exceptions: payments are for our own functions, which know their shape; two functions return
-- an error that must be committed; one returns a whole document; one is fetched without the typed client.
select set_eq($$ select p.proname::text from pg_proc p where p.pronamespace = 'public'::regnamespace
  and p.prorettype in ('json'::regtype, 'jsonb'::regtype) and coalesce(obj_description(p.oid, 'pg_proc'), '') !~ '@returns \w+'
  and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e') $$,
  array['active_texts', 'begin_hold', 'check_user_exists', 'create_payment', 'export_my_data', 'message_firm', 'note_payment', 'payment_card', 'payment_view', 'plan_account', 'plan_setup', 'plan_email', 'redeem_checkout', 'start_street_checkout', 'street_payment_view'], 'every function of the API returns a type instead of plain JSON, except the listed ones');
-- Reads that are recorded. Of rows, the API would select, filter and cast after the function has run, and a failure would undo
-- the record; of one value it refuses that first.
select results_eq($$ with recursive f as (select p.oid, p.proname, p.pronamespace::regnamespace::text as schema, p.prosrc, p.proretset, p.prorettype
    from pg_proc p where p.pronamespace in ('public'::regnamespace, 'app'::regnamespace)),
  reaching as (
    select f.* from f where f.schema = 'app' and f.proname in ('log_access', 'log_list', 'count_shown_rows')
    -- An action that counts the booking it shows is undone together with the count.
    union select f.* from f join reaching r on f.prosrc ~ format('\m%s\.%s\(', r.schema, r.proname) and f.proname <> 'count_acted_booking')
  select count(*) > 12, string_agg(r.proname, ', ') filter (where r.proretset or r.prorettype not in ('json'::regtype, 'jsonb'::regtype) or obj_description(r.oid, 'pg_proc') !~ '@returns (page of )?\w+')
  from reaching r where r.schema = 'public' $$, $$ values (true, null::text) $$, 'every function whose reads are logged, counted or limited returns one value');

select is_empty($$ select t.typname from pg_type t join pg_class c on c.oid = t.typrelid
  where t.typnamespace = 'public'::regnamespace and c.relkind = 'c' and obj_description(t.oid, 'pg_type') is null
  and not exists (select 1 from pg_depend d where d.objid = t.oid and d.deptype = 'e') $$, 'every composite type has a comment');
select * from finish();
