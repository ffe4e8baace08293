-- How many bookings and people one staff member may read within a day, what is logged of it, and that tables do not bypass the
-- limit.
select no_plan();
select tests.set('auto_dispatch', 'false');
do $$ begin for n in 1 .. 3 loop perform tests.turn('1 minute'), tests.book('rider2'), tests.book('rider3'); end loop; end $$;
create temp table ours as select b.id, row_number() over (order by b.created_at desc, b.id) as n from public.bookings b;
grant select on ours to public;
create function tests.rows_read(name text, statement text) returns text language plpgsql security definer as $$
declare
  v_before text := current_setting('request.jwt.claims', true);
  v_n bigint;
begin
  perform set_config('request.jwt.claims', tests.claims(name), true);
  execute statement;
  get diagnostics v_n = row_count;
  perform set_config('request.jwt.claims', v_before, true);
  return v_n;
exception when others then
  perform set_config('request.jwt.claims', v_before, true);
  return case when sqlstate like 'PT4__' then sqlerrm else sqlstate || ' ' || sqlerrm end;
end $$;
create function tests.logged(name text) returns setof text language sql volatile security definer as $$
  select concat_ws(' ', l.what, case when l.subject_id is null then 'list' else 'one' end, l.row_count) from public.access_log l where l.actor_id = tests.id(name) order by l.id
$$;
create function tests.approval() returns uuid language sql volatile security definer as $$ select a.id from public.approvals a order by a.id desc limit 1 $$;

-- The access log, without a limit
select is(tests.rows_read('admin', 'select 1 from tests.list_bookings(page_size => 5)'), '5', 'without export_limit an admin lists bookings');
select is(tests.rows_read('admin', 'select 1 from tests.list_bookings(page_size => 3)'), '3', 'without export_limit an admin lists bookings again');
select is(tests.rows_read('admin', format('select 1 from tests.list_bookings(booking_id => %L)', (select id from ours where n = 1))), '1', 'without export_limit an admin reads one booking');
select is(tests.rows_read('admin', 'select 1 from tests.list_people(page_size => 4)'), '4', 'without export_limit an admin lists people');
select results_eq($$ select tests.logged('admin') $$, $$ values ('addresses list 8'), ('addresses one 1'), ('people list 4') $$, 'the access log sums the rows that an admin reads within ten minutes in one line');
select tests.turn('11 minutes');
select is(tests.rows_read('admin', 'select 1 from tests.list_bookings(page_size => 2)'), '2', 'an admin lists bookings ten minutes later');
select results_eq($$ select tests.logged('admin') offset 3 $$, $$ values ('addresses list 2') $$, 'rows read ten minutes later are logged in a new line');
select throws_ok($$ update public.access_log set row_count = 100 where row_count = 8 $$, 'PT409', 'append_only', 'an old line of the access log cannot grow');
select throws_ok($$ update public.access_log set row_count = 0 where row_count = 2 $$, 'PT409', 'append_only', 'the count of a line of the access log cannot shrink');
select throws_ok($$ update public.access_log set actor_id = gen_random_uuid() where row_count = 2 $$, 'PT409', 'append_only', 'the actor of a line of the access log cannot change');
select is(tests.rows_read('admin', 'select 1 from tests.list_bookings(reference => ''ZZZZZZ'')'), '0', 'a list without a match returns no rows');
select results_eq($$ select tests.logged('admin') offset 3 $$, $$ values ('addresses list 2') $$, 'a list without rows adds no row to the log');
select is((select l.misses from public.access_log l where l.actor_id = tests.id('admin') order by l.id desc limit 1), 1, 'a list without rows is logged, because that there is nobody is an answer, too');

select tests.turn('20 minutes');
select cmp_ok(tests.rows_read('admin', 'select 1 from tests.attention_list()'), '<>', '0', 'the attention list contains bookings with addresses');
select is((select string_agg(l, ', ') from tests.logged('admin') l offset 0) ~ 'addresses list 2, addresses list [1-9][0-9]*$', true, 'reading the attention list is logged');

-- The limit
select tests.set('export_limit', '4'), tests.turn('1 hour');
select is(tests.rows_read('admin', 'select 1 from tests.list_bookings(page_size => 4)'), '4', 'with export_limit = 4 an admin lists four bookings');
select is(tests.rows_read('admin', 'select 1 from tests.list_bookings(page_size => 5)'), 'needs_approval', 'with export_limit = 4 an admin cannot list a fifth booking');
select is(tests.rows_read('admin', format('select 1 from tests.list_bookings(booking_id => %L)', (select id from ours where n = 4))), '1', 'with export_limit = 4 an admin opens a booking that a list has shown');
select is(tests.rows_read('admin', 'select 1 from tests.list_people(page_size => 1)'), 'needs_approval', 'with export_limit = 4 an admin cannot list a person after four bookings');
select is(tests.rows_read('admin2', 'select 1 from tests.list_people(page_size => 2)'), '2', 'another admin has an export limit of their own');
select is(tests.rows_read('fleet', 'select 1 from tests.list_people(page_size => 1000)') , 'needs_approval', 'the export limit also applies to a fleet admin')
where (select count(*) from public.drivers d where d.fleet_id = tests.id('fleet')) > 4;

-- Tables do not bypass the limit
create function tests.reached(relation text) returns bigint language plpgsql as $$
declare v_n bigint;
begin
  execute format('select count(*) from public.%I', relation) into v_n;
  return v_n;
end $$;
insert into storage.objects (bucket_id, name) select 'bookings', id || '/pickup_image' from ours;
insert into app.file_checks (bucket, path, mark, status) select o.bucket_id, o.name, app.file_mark(o.version, o.metadata), 'clean' from storage.objects o where o.bucket_id = 'bookings'
  on conflict (bucket, path) do update set mark = excluded.mark, status = 'clean';
select tests.act_as('admin');
select is((select array_agg(split_part(o.name, '/', 1) order by o.name) from storage.objects o where o.bucket_id = 'bookings'), (select array_agg(id::text order by id) from ours where n <= 4), 'an admin sees only the pictures of bookings that a list has shown');
select is((select array_agg(b.id order by b.id) from public.bookings b), (select array_agg(id order by id) from ours where n <= 4), 'an admin reads in the table only the bookings that a list has shown');
select is((select array_agg(distinct c.booking_id order by c.booking_id) from public.booking_contacts c), (select array_agg(id order by id) from ours where n <= 4), 'an admin reads in the table only the contacts of shown bookings');
select results_eq($$ select p.id from public.profiles p $$, $$ values (tests.id('admin')) $$, 'an admin under the export limit reads only the own profile in the table');
select tests.as_owner();
create temp table facts as
  select distinct c.relname::text as relation from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    and not exists (select 1 from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
    and (a.attname ~ 'contact|phone|email|mobile|address|delivery_person|instructions|polyline|bank_account|(^|_)(lat|lng|pt|point|position)$' and t.typcategory <> 'B'
      or t.typname in ('geometry', 'geography', 'point'));
select is_empty($$ select f.relation from facts f where f.relation not in ('settings', 'zones', 'saved_addresses', 'bank_details', 'withdraw_requests', 'driver_positions')
  and not exists (select 1 from pg_policies y where y.schemaname = 'public' and y.tablename = f.relation and y.permissive = 'RESTRICTIVE' and y.qual like '%has_no_read_limit%') $$,
  'every table with a contact or a place has a policy for the export limit');
-- JSON columns hide what they contain from the names of columns, so each is declared here. Personal: it may contain a person's name,
-- contact, account or place.
create temp table json_columns as select said, true as is_personal from unnest(array['audit_log.before', 'audit_log.after', 'notices.params', 'payment_events.payload', 'receipts.content',
    'booking_revisions.before', 'booking_revisions.after', 'bookings.waypoints', 'fare_quotes.waypoints']) said
  union all select said, false from unnest(array['book_closes.totals', 'book_closes.balances', 'booking_finances.final_fare', 'booking_finances.final_inputs', 'booking_finances.quote_fare',
    'booking_finances.quote_inputs', 'booking_finances.rule', 'booking_offers.requirements', 'bookings.fare_lines', 'bookings.option_selected', 'bookings.parcel_type_selected', 'bookings.price_parts',
    'bookings.promo_details', 'bookings.requirements', 'car_types.cancel_slab', 'car_types.options', 'car_types.parcel_types', 'dispatch_waves.candidates', 'dispatch_waves.exclusions',
    'dispatch_waves.reasons', 'fare_quotes.lines', 'fare_quotes.price_parts', 'languages.key_value_pairs', 'notifications.words', 'zones.geojson']) said;
select set_eq('select said from json_columns', $$ select c.relname || '.' || a.attname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.atttypid in ('jsonb'::regtype, 'json'::regtype)
    and not exists (select 1 from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e') $$, 'each JSON column is declared as personal or not');
-- Notices are read by their person only.
select is_empty($$ select said from json_columns j where j.is_personal and split_part(said, '.', 1) <> 'notices'
  and not exists (select 1 from pg_policies y where y.schemaname = 'public' and y.tablename = split_part(j.said, '.', 1) and y.permissive = 'RESTRICTIVE' and y.qual like '%has_no_read_limit%') $$,
  'every table with a personal JSON column has a policy for the export limit');
create function tests.json_traces() returns setof text language plpgsql security definer as $$
declare
  j json_columns;
  v_found boolean;
begin
  for j in select * from json_columns where not is_personal loop
    execute format('select exists (select 1 from public.%I r where r.%I::text ~* (select string_agg(w, ''|'') from words))', split_part(j.said, '.', 1), split_part(j.said, '.', 2)) into v_found;
    if v_found then return next j.said; end if;
  end loop;
end $$;
create temp table words as select distinct regexp_replace(w, '([.+()])', '\\\1', 'g') as w from public.profiles p, unnest(array[p.email, p.mobile, p.last_name || '"']) w where length(w) > 4
  union select distinct regexp_replace(w, '([.+()])', '\\\1', 'g') from public.bookings b, unnest(array[b.pickup_address, b.drop_address]) w where length(w) > 4;
select isnt_empty($$ select 1 from public.bookings b where b.pickup_address ~* (select string_agg(w, '|') from words) $$, 'the words of people and places are found where they are');
update public.languages set key_value_pairs = '{}';
select is_empty('select tests.json_traces()', 'a JSON column that is declared as not personal contains no contact, name or address');
insert into public.audit_log (actor_id, actor_role, action, target, target_id, after) values
  (tests.id('admin2'), 'admin', 'edit', 'profiles', tests.id('rider4')::text, '{"mobile": "+4235550304"}'), (tests.id('admin2'), 'admin', 'edit', 'settings', '1', '{}'),
  (tests.id('admin'), 'admin', 'edit', 'profiles', tests.id('rider4')::text, '{"mobile": "+4235550304"}');
select tests.act_as('admin');
select results_eq($$ select l.target, l.actor_id = tests.id('admin') from public.audit_log l where l.action = 'edit' order by 1, 2 $$, $$ values ('profiles', true), ('settings', false) $$,
  'with a read limit the audit log shows others'' changes only of people whom a list has shown');
select results_eq($$ select l.target, l.actor_id = tests.id('admin') from public.list_audit(of_action => 'edit') l order by 1, 2 $$, $$ values ('profiles', true), ('settings', false) $$,
  'the list of the audit log has the same limit');
select tests.act_as('rider2');
select is((select count(*) from public.bookings), 3::bigint, 'a rider reads the own bookings regardless of the export limit');
select tests.act_as('driver');
select lives_ok($$ select count(*) from public.bookings $$, 'a driver reads bookings regardless of the export limit');

-- Every list of people or of their bookings counts
select tests.as_owner();
insert into public.withdraw_requests (user_id, name, amount, client_key, bank_account) select tests.id(n), n, 5, gen_random_uuid(), 'LI21088100002324013AA' from unnest('{driver,driver2}'::text[]) n;
select is(tests.rows_read('admin4', 'select 1 from tests.list_withdrawals(page_size => 2)'), '2', 'withdrawals of two people are within the limit of four');
select is(tests.rows_read('admin4', format('select 1 from tests.tax_report(%s, page_size => 5)', extract(year from app.now()))), 'needs_approval', 'the tax report counts its drivers');
select is((select count(*) from app.shown_rows r where r.actor_id = tests.id('admin4')), 2::bigint, 'people whose withdrawals were listed count');
select tests.set('export_limit', '2');
select is(tests.rows_read('admin3', 'select 1 from tests.list_withdrawals(page_size => 2)'), '2', 'with a limit of two an admin lists two withdrawals');
select is(tests.rows_read('admin3', 'select 1 from tests.list_people(page_size => 3)'), 'needs_approval', 'with a limit of two no third person is listed after two withdrawals');
select tests.set('export_limit', '4');

-- Functions that return a row give no more
create temp table unseen as select b.id, b.customer_id from public.bookings b where b.id not in (select r.row_id from app.shown_rows r where r.actor_id = tests.id('admin')) limit 1;
grant select on unseen to public;
select is(tests.rows_read('admin', format(v.statement, u.id, u.customer_id)), v.said, 'with a read limit: ' || v.what) from unseen u, (values
  ('the search of a booking that no list has shown is not continued', 'select public.nudge_dispatch(%1$L)', 'booking_not_found'),
  ('its trail is not shown', 'select public.trip_trail(%1$L)', 'booking_not_found'),
  ('its fare is not explained', 'select public.explain_fare(%1$L)', 'booking_not_found'),
  ('its rider is not edited', 'select public.edit_person(%2$L, ''{}'')', 'person_not_found'),
  ('its rider is not approved', 'select public.set_approved(%2$L, true)', 'person_not_found')) v (what, statement, said);
select is(tests.rows_read('admin', format('select public.trip_trail(%L)', (select id from ours where n = 1))), '1', 'with a read limit the trail of a shown booking is shown');

-- A second person approves
select tests.as_owner();
select is(tests.rows_read('rider', 'select public.request_approval(''export'', null, 3, ''x'')'), 'not_allowed', 'a rider cannot request an approval for an export');
select is(tests.rows_read('admin', 'select public.request_approval(''export'', null, null, ''x'')'), 'no_details_error', 'a request for an export without a number of rows is refused');
select is(tests.rows_read('admin', 'select public.request_approval(''export'', null, 1, ''Accountant'')'), '1', 'an admin requests an approval for one more row');
select is(tests.rows_read('admin', 'select 1 from tests.list_bookings(page_size => 5)'), 'needs_approval', 'a request alone does not raise the export limit');
select is(tests.rows_read('admin', format('select public.approve(%L)', tests.approval())), 'second_person_needed', 'an admin cannot approve their own export request');
update public.profiles set staff_role = 'dispatcher' where id = tests.id('admin2');
select is(tests.rows_read('admin2', format('select public.approve(%L)', tests.approval())), 'not_allowed', 'a dispatcher cannot approve an export request');
update public.profiles set staff_role = 'owner' where id = tests.id('admin2');
select is(tests.rows_read('admin2', format('select public.approve(%L)', tests.approval())), '1', 'a second admin approves an export request');
select is(tests.rows_read('admin2', format('select public.approve(%L)', tests.approval())), '1', 'a second admin can repeat the approval of an export request');
select is(tests.rows_read('admin', 'select 1 from tests.list_bookings(page_size => 5)'), '5', 'an admin reads one more booking after the approval');
select is(tests.rows_read('admin', 'select 1 from tests.list_bookings(page_size => 6)'), 'needs_approval', 'an approval that is given twice raises the export limit once');
select is(tests.rows_read('admin2', 'select 1 from tests.list_bookings(page_size => 3)'), 'needs_approval', 'an approval does not raise the limit of the admin who gave it');
select is((select string_agg(l.action, ' ' order by l.id) from public.audit_log l where l.action in ('request_approval', 'approve_request')), 'request_approval approve_request', 'the request and the approval of an export are audited once each');
select is(tests.rows_read('fleet', 'select public.request_approval(''export'', null, 30, ''Accountant'')'), '1', 'a fleet admin requests an approval for an export');
select is(tests.rows_read('admin', format('select public.approve(%L)', tests.approval())), '1', 'an admin approves a fleet admin''s export request');
select tests.turn('25 hours');
select is(tests.rows_read('admin', 'select 1 from tests.list_bookings(page_size => 5)'), 'needs_approval', 'a day later the approval for an export has ended');
select is(tests.rows_read('admin', 'select 1 from tests.list_bookings(page_size => 4)'), '4', 'a day later the count of shown rows starts again');
select app.purge();
select is((select count(*) from app.shown_rows r where r.at < app.now() - interval '1 day'), 0::bigint, 'rows shown more than a day ago are purged');
select tests.set('export_limit', '0');
select is(tests.rows_read('admin', 'select 1 from tests.list_bookings(page_size => 6)'), '6', 'an export_limit of 0 is no limit');
select tests.act_as('admin');
select cmp_ok((select count(*) from public.profiles), '>', 4::bigint, 'without export_limit an admin reads all profiles in the table');

-- Questions to which also a refusal or an empty list is an answer
select tests.as_owner(), tests.turn('25 hours'), tests.set('export_limit', '4');
create function tests.answer(name text, statement text) returns text language plpgsql security definer as $$
declare
  v_before text := current_setting('request.jwt.claims', true);
  v_said jsonb;
begin
  perform set_config('request.jwt.claims', tests.claims(name), true);
  execute 'select to_jsonb(' || statement || ')' into v_said;
  perform set_config('request.jwt.claims', v_before, true);
  return coalesce(v_said ->> 'message', jsonb_array_length(v_said -> 'rows')::text, 'done');
exception when others then
  perform set_config('request.jwt.claims', v_before, true);
  return sqlerrm;
end $$;
create function tests.misses(name text) returns bigint language sql volatile security definer as $$
  select sum(l.misses) from public.access_log l where l.actor_id = tests.id(name) and l.at > app.now() - interval '20 hours'
$$;
select is(tests.answer('admin3', 'public.list_people(page_size => 3)'), '3', 'below the limit an admin lists three people');
select is(tests.answer('admin3', 'public.list_people(search => ''e'', page_size => 100)'), 'needs_approval', 'a list of more people than the limit allows is refused');
select is(tests.misses('admin3'), 1::bigint, 'a refused list leaves a line in the access log');
select is(current_setting('response.status', true), '409', 'a refused list answers with the status of a refusal');
select is(tests.answer('admin3', 'public.list_people(search => ''nobody at all'')'), 'needs_approval', 'a refused list counts as one row, so that nobody asks on without end');
select is(tests.answer('admin3', v.question), 'needs_approval', format('at the limit %s is refused whether or not there are rows', v.what)) from (values
  ('a list of bookings', 'public.list_bookings(reference => ''ZZZZZZ'')'), ('a search for a caller', 'public.find_caller(''+4239999999'')'),
  ('a list of withdrawals', 'public.list_withdrawals(from_at => ''2001-01-01'', to_at => ''2001-01-02'')'), ('a list of invoices', 'public.invoice_rows(''2001-01-01'', ''2001-01-02'')'),
  ('a tax report', 'public.tax_report(2001)'), ('a search for a driver', format('public.assignable_drivers(%L, ''nobody'')', (select id from ours where n = 1))),
  ('a document', 'public.open_document(gen_random_uuid())'), ('the receipts of a booking', 'public.booking_receipts(gen_random_uuid())')) v (what, question);
select is(tests.misses('admin3'), 10::bigint, 'each question at the limit is in the access log');
select is_empty($$ select p.proname from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosrc ~ 'app[.]count_shown_rows' and p.prosrc !~ 'app[.]read_refusal' $$,
  'every function that counts rows first asks whether the limit is reached');

-- A refusal at the limit uses nothing up
create function tests.counted(name text) returns bigint language sql volatile security definer as $$ select count(*) from app.shown_rows r where r.actor_id = tests.id(name) and r.is_counted and r.at > app.now() - interval '1 day' $$;
create function tests.approve_rows(name text, n integer) returns text language sql volatile security definer as $$
  select tests.answer(name, format('public.request_approval(''export'', null, %s, ''Accountant'')', n)) || ' ' || tests.answer('admin2', format('public.approve(%L)', tests.approval()))
$$;
select is(tests.counted('admin3'), 4::bigint, 'a member of staff at the limit has read as many rows as it allows');
select is(tests.answer('admin3', format('public.booking_receipts(%L)', (select id from ours where n = 5))), 'needs_approval', 'at the limit the receipts of a booking that no list has shown are refused');
select is(tests.answer('admin3', format('public.find_caller(person_id => %L)', r.row_id)), 'needs_approval', 'at the limit the trips of a person whom a list has shown are refused')
from app.shown_rows r where r.actor_id = tests.id('admin3') and exists (select 1 from public.bookings b where b.customer_id = r.row_id) limit 1;
select is(tests.counted('admin3'), 4::bigint, 'refused questions at the limit count for nothing');
select is(tests.approve_rows('admin3', 1), 'done done', 'an admin approves one more row');
select is(tests.answer('admin3', format('public.booking_receipts(%L)', (select id from ours where n = 5))), '0', 'the approved row is still to be read after refusals');
-- The booking that was just shown is NEW.
select is(tests.answer('admin3', format('public.assignable_drivers(%L, %L)', (select id from ours where n = 5), v.search)), 'needs_approval', format('at the limit a search for a driver named %s is refused also for a booking that was shown', v.search))
from (values ('nobody'), ('e')) v (search);

-- Actions of the desk
select tests.set('export_limit', '1');
select is(tests.answer('admin4', format('public.cancel_booking(%L)', (select id from ours where n = 1))), 'done', 'below the limit an admin cancels a booking that no list has shown');
select is((select count(*) from app.shown_rows r where r.actor_id = tests.id('admin4') and r.row_id = (select id from ours where n = 1) and r.is_counted), 1::bigint, 'a booking on which an admin acted counts as read');
select is(tests.answer('admin4', format('public.cancel_booking(%L)', (select id from ours where n = 2))), 'needs_approval', 'at the limit an admin cannot act on a booking that nothing has shown');
select cmp_ok(tests.answer('admin4', 'public.attention_list()'), '<>', '0', 'at the limit the attention list is shown');
select is(tests.answer('admin4', format('public.cancel_booking(%L)', b.id)), 'done', 'at the limit an admin acts on a booking of the attention list')
from (select a.booking_id as id from app.attention() a join public.bookings b on b.id = a.booking_id where b.status = 'NEW' limit 1) b;
select is(tests.answer('admin4', format('public.list_bookings(booking_id => %L)', r.row_id)), 'needs_approval', 'the attention list shows no more of a booking than its line')
from app.shown_rows r where r.actor_id = tests.id('admin4') and not r.is_counted limit 1;

-- One person with several accounts
select tests.set('export_limit', '4'), tests.turn('25 hours');
insert into auth.users (id, email, email_confirmed_at, raw_app_meta_data) select md5(v.name)::uuid, v.name || '@hackney.test', app.now(),
  jsonb_build_object('usertype', 'admin', 'reg_type', 'admin', 'staff_role', 'owner', 'created_by', v.by_id)
from (values ('second', tests.id('admin')), ('third', md5('second')::uuid)) v (name, by_id);
select is(tests.answer('admin', 'public.list_people(page_size => 3)'), '3', 'an owner reads three people');
select is(tests.answer('third', 'public.list_bookings(page_size => 1)'), '1', 'a new account that the owner added through another reads what the owner has left');
select is(tests.answer(v.who, 'public.list_bookings(page_size => 1)'), 'needs_approval', format('the read limit of one person is used up for the account %s', v.who)) from unnest('{admin,second}'::text[]) v (who);
select is(tests.answer('admin2', 'public.list_people(page_size => 3)'), '3', 'another owner has a limit of their own');
select is(tests.answer('admin2', format('public.confirm_staff(%L)', tests.id('second'))), 'done', 'another owner confirms the second account');
select is(tests.answer('second', 'public.list_people(page_size => 3)'), '3', 'a confirmed account has a limit of its own');

-- An approval is one person's
select is(tests.approve_rows('second', 1), 'done done', 'one more row is approved for the confirmed account');
select is(tests.answer('third', 'public.list_people(page_size => 5)'), 'needs_approval', 'an account that shares the limit cannot use the approval');
select is(tests.answer('second', 'public.list_people(page_size => 4)'), '4', 'the requester reads one row more');

-- Fleet admins
insert into auth.users (id, email, email_confirmed_at, raw_app_meta_data) values (gen_random_uuid(), 'newfleet@hackney.test', app.now(),
  jsonb_build_object('usertype', 'fleetadmin', 'reg_type', 'admin', 'created_by', tests.id('admin2')));
select tests.turn('25 hours');
update public.drivers d set fleet_id = tests.id('newfleet') where d.id in (select id from public.drivers order by id limit 4);
select is(tests.answer('newfleet', 'public.list_people(page_size => 4)'), '4', 'a new fleet admin reads as much as the limit allows');
select is(tests.answer('newfleet', 'public.list_bookings(page_size => 1)'), 'needs_approval', 'then the fleet admin''s limit is used up');
select is(tests.answer('admin2', 'public.list_bookings(page_size => 4)'), '4', 'a fleet admin uses up nothing of the owner who added them');
select * from finish();
