-- Who can read, add, replace and delete which file: every path, person and operation. What is not listed below must be refused.
select no_plan();
-- One operation on one file, rolled back at once.
create function tests.can(op text, who text, bucket text, path text) returns boolean language plpgsql as $$
declare v_did boolean := false;
begin
  begin
    perform tests.as_owner(), set_config('storage.allow_delete_query', 'true', true);
    if op = 'insert' then
      delete from storage.objects o where o.bucket_id = can.bucket and o.name = can.path;
    else
      insert into storage.objects (bucket_id, name) values (can.bucket, can.path) on conflict do nothing;
      perform tests.pass_files();
    end if;
    if who is null then perform tests.as_visitor(); else perform tests.act_as(who); end if;
    case op
      when 'select' then v_did := exists (select 1 from storage.objects o where o.bucket_id = can.bucket and o.name = can.path);
      when 'insert' then insert into storage.objects (bucket_id, name) values (can.bucket, can.path); v_did := true;
      when 'update' then update storage.objects o set metadata = '{}' where o.bucket_id = can.bucket and o.name = can.path; v_did := found;
      when 'delete' then delete from storage.objects o where o.bucket_id = can.bucket and o.name = can.path; v_did := found;
    end case;
    raise sqlstate 'RB000';
  exception when sqlstate 'RB000' then null; when insufficient_privilege then v_did := false;
  end;
  return v_did;
end $$;

create temp table people (who text primary key, name text);
insert into people values ('its rider', 'rider'), ('another rider', 'rider2'), ('its driver', 'driver'), ('another driver', 'driver2'),
  ('its fleet', 'fleet'), ('another fleet', 'fleet2'), ('an admin', 'admin'), ('a visitor', null);
-- <rider>, <driver> and <booking> stand for those of one booking under way.
create temp table matrix (phase text, bucket text, path text, reads text[], adds text[], replaces text[], deletes text[]);
insert into matrix values
  ('', 'cartypes', 'cab.svg', '{an admin}', '{an admin}', '{an admin}', '{an admin}'),
  ('', 'company', 'logo-next', '{an admin}', '{an admin}', '{an admin}', '{an admin}'),
  ('', 'company', 'logo-next/more', '{an admin}', '{}', '{}', '{an admin}'),
  ('', 'company', 'logo-../../users/a', '{an admin}', '{}', '{}', '{an admin}'),
  ('', 'company', 'index.html', '{an admin}', '{}', '{}', '{an admin}'),
  ('in a demo', 'company', 'logo-next', '{an admin}', '{}', '{}', '{}'),
  ('once it is in use', 'company', 'logo-next', '{an admin}', '{an admin}', '{}', '{}'),
  ('', 'regions', 'current/graph.bin', '{}', '{}', '{}', '{}'),
  ('', 'users', '<driver>/profileImage', '{its driver,its rider,its fleet,an admin}', '{its driver}', '{its driver}', '{its driver}'),
  ('', 'users', '<driver>/license', '{its driver}', '{its driver,its fleet,an admin}', '{its driver}', '{its driver}'),
  ('', 'users', '<driver>/insurance-2027', '{its driver}', '{its driver,its fleet,an admin}', '{its driver}', '{its driver}'),
  ('', 'users', '<rider>/profileImage', '{its rider,its driver,an admin}', '{its rider}', '{its rider}', '{its rider}'),
  ('', 'users', '<rider>/license', '{its rider}', '{its rider}', '{its rider}', '{its rider}'),
  ('', 'users', '<driver>/diary', '{its driver}', '{}', '{}', '{its driver}'),
  ('', 'users', '<driver>/license/../profileImage', '{its driver}', '{}', '{}', '{its driver}'),
  ('', 'users', '<driver>', '{its driver}', '{}', '{}', '{its driver}'),
  ('', 'users', 'license', '{}', '{}', '{}', '{}'),
  ('', 'bookings', '<booking>/pickup_image', '{its rider,its driver,its fleet,an admin}', '{its driver}', '{its driver}', '{}'),
  ('', 'bookings', '<booking>/deliver_image', '{its rider,its driver,its fleet,an admin}', '{its driver}', '{its driver}', '{}'),
  ('', 'bookings', '<booking>/selfie', '{its rider,its driver,its fleet,an admin}', '{}', '{}', '{}'),
  ('', 'bookings', 'pickup_image', '{}', '{}', '{}', '{}'),
  ('', 'users', '<driver>/registration-2027', '{its driver}', '{its driver,its fleet,an admin}', '{its driver}', '{its driver}'),
  ('', 'shifts', '<driver>/front', '{its driver,its fleet,an admin}', '{its driver}', '{its driver}', '{its driver}'),
  ('', 'shifts', '<driver>/front/more', '{its driver,its fleet,an admin}', '{}', '{}', '{its driver}'),
  ('', 'shifts', '<rider>/front', '{its rider,an admin}', '{}', '{its rider}', '{its rider}'),
  ('', 'shifts', 'front', '{an admin}', '{}', '{}', '{}'),
  ('in a demo', 'cartypes', 'cab.svg', '{an admin}', '{}', '{}', '{}'),
  ('in a demo', 'users', '<driver>/license', '{its driver}', '{its driver,its fleet,an admin}', '{its driver}', '{its driver}'),
  ('in a demo', 'users', '<driver>/profileImage', '{its driver,its rider,its fleet,an admin}', '{its driver}', '{its driver}', '{its driver}'),
  ('verified', 'users', '<driver>/license', '{its driver}', '{its driver,its fleet,an admin}', '{}', '{}'),
  ('when it is over', 'bookings', '<booking>/pickup_image', '{its rider,its driver,its fleet,an admin}', '{its driver}', '{its driver}', '{}'),
  ('when it is kept', 'bookings', '<booking>/pickup_image', '{its rider,its driver,its fleet,an admin}', '{}', '{}', '{}'),
  ('when it is kept', 'bookings', '<booking>/deliver_image', '{its rider,its driver,its fleet,an admin}', '{its driver}', '{its driver}', '{}'),
  ('when it is over', 'users', '<driver>/profileImage', '{its driver,its rider,its fleet,an admin}', '{its driver}', '{its driver}', '{its driver}');

grant select on people, matrix to public;
select set_eq($$ select id from storage.buckets $$, $$ select bucket from matrix $$, 'every bucket has rows in this matrix');
select is_empty($$ select p.policyname from pg_policies p where p.schemaname = 'storage' and p.tablename = 'objects' and p.permissive = 'PERMISSIVE'
  and not exists (select 1 from matrix m where coalesce(p.qual, '') || coalesce(p.with_check, '') like '%bucket_id = ''' || m.bucket || '''%') $$, 'every policy of storage is for a bucket in this matrix');

create function tests.check_files(phase text) returns setof text language plpgsql as $$
declare r record;
begin
  for r in select m.bucket, replace(replace(replace(m.path, '<driver>', tests.id('driver')::text), '<rider>', tests.id('rider')::text), '<booking>', tests.booking()::text) as at,
      m.path, p.who, p.name, o.op, p.who = any (o.allowed) as may
    from matrix m cross join people p
    cross join lateral (values ('select', m.reads), ('insert', m.adds), ('update', m.replaces), ('delete', m.deletes)) o (op, allowed)
    where m.phase = check_files.phase
  loop
    return next is(tests.can(r.op, r.name, r.bucket, r.at), r.may, concat_ws(' ', nullif(phase || ':', ':'), r.who, case when r.may then 'can' else 'cannot' end, r.op, r.bucket || '/' || r.path));
  end loop;
  perform tests.as_owner();
end $$;

update public.drivers set fleet_id = tests.id('fleet') where id = tests.id('driver');
update public.drivers set fleet_id = tests.id('fleet2') where id = tests.id('driver2');
select tests.ride('ARRIVED');
select is((select b.fleet_id from public.bookings b where b.id = tests.booking()), tests.id('fleet'), 'an accepted booking stores the fleet of its driver');
select tests.check_files('');
select tests.set('allow_critical_edits_admin', 'false');
select tests.check_files('in a demo');
select tests.set('allow_critical_edits_admin', 'true');
insert into storage.objects (bucket_id, name) values ('company', 'logo-next');
select tests.pass_files();
select tests.set('logo', 'logo-next');
select tests.check_files('once it is in use');
select tests.let('driver', format('select public.submit_document(''license'', %L, %L)', tests.id('driver') || '/license', app.today() + 100));
select tests.let('admin', format('select public.verify_document(%L)', (select d.id from public.driver_documents d where d.driver_id = tests.id('driver'))));
select tests.check_files('verified');
select tests.let('driver', format('select public.start_trip(%L, %L)', tests.booking(), tests.code())), tests.let('driver', format('select public.reach_drop(%L)', tests.booking()));
select tests.check_files('when it is over');
update public.bookings set pickup_image = id || '/pickup_image' where id = tests.booking();
select tests.check_files('when it is kept');

-- Opening a document of a driver
create function tests.sees_paper(name text) returns boolean language plpgsql as $$
declare v_sees boolean;
begin
  perform tests.act_as(name);
  v_sees := exists (select 1 from storage.objects o where o.bucket_id = 'users' and o.name = tests.id('driver') || '/license');
  perform tests.as_owner();
  return v_sees;
end $$;
select tests.as_owner();
insert into storage.objects (bucket_id, name) values ('users', tests.id('driver') || '/license') on conflict do nothing;
select tests.pass_files();
create function tests.paper() returns uuid language sql security definer as $$ select d.id from public.driver_documents d where d.driver_id = tests.id('driver') and d.kind = 'license' $$;
select is(tests.outcome(who, 'select public.open_document(tests.paper())'), said, 'opening a driver''s licence: ' || who) from (values
  ('rider', 'not_allowed'), ('driver', 'not_allowed'), ('driver2', 'not_allowed'), ('fleet2', 'document_not_found'), ('fleet', 'done'), ('admin', 'done')) v (who, said);
select is(tests.outcome('admin', 'select public.open_document(gen_random_uuid())'), 'document_not_found', 'an unknown document cannot be opened');
select is(tests.sees_paper(who), sees, format('a licence that staff has opened: %s', who)) from (values ('admin', true), ('fleet', true), ('admin2', false), ('fleet2', false)) v (who, sees);
select is((select count(*) from public.access_log l where l.what = 'documents' and l.subject_id = tests.id('driver')), 2::bigint, 'the access log says who opened a driver''s papers');
select is((select count(distinct o.name) from tests.id('admin') a, storage.objects o where o.bucket_id = 'users' and o.name ~ 'license|insurance' and o.name in (select f.path from app.shown_files f where f.actor_id = a)), 1::bigint, 'only the opened paper is shown');
update public.profiles set staff_role = 'dispatcher' where id = tests.id('admin');
select ok(not tests.sees_paper('admin'), 'an admin who lost the permission no longer sees an opened paper');
select is(tests.outcome('admin', 'select public.open_document(tests.paper())'), 'not_allowed', 'a dispatcher cannot open papers');
update public.profiles set staff_role = 'owner' where id = tests.id('admin');
select tests.turn('61 seconds');
select ok(not tests.sees_paper('admin') and not tests.sees_paper('fleet'), 'a minute later an opened paper is closed again');
select tests.set('allow_critical_edits_admin', 'false');
select is(tests.outcome('admin', 'select public.open_document(tests.paper())'), 'demo_mode', 'a demo shows no papers');
select tests.set('allow_critical_edits_admin', 'true'), tests.set('export_limit', '1');
select is(tests.outcome('admin2', 'select public.list_people(page_size => 1)'), 'done', 'with a read limit of one an admin lists one person');
select is(tests.outcome('admin2', 'select tests.rows_of(public.open_document(tests.paper())::json)'), 'needs_approval', 'papers count towards the read limit');
select tests.set('export_limit', '0');

-- Documents of drivers
select tests.act_as('fleet');
select is((public.submit_document('insurance', tests.id('driver') || '/insurance', (app.now() + interval '1 year')::date, tests.id('driver'))).status, 'pending', 'a fleet admin submits a document for the own driver');
select throws_ok(format('select public.submit_document(''insurance'', %L, ''2100-01-01'', %L)', tests.id('driver2') || '/insurance', tests.id('driver2')), 'PT404', 'person_not_found', 'a fleet admin cannot submit a document for another driver');
select tests.act_as('admin');
select is((public.submit_document('insurance', tests.id('driver2') || '/insurance', '2100-01-01', tests.id('driver2'))).driver_id, tests.id('driver2'), 'an admin submits a document for any driver');
select throws_ok(format('select public.submit_document(''insurance'', %L, ''2100-01-01'', %L)', tests.id('rider') || '/insurance', tests.id('rider')), 'PT403', 'not_a_driver', 'an admin cannot submit a document for a rider');
select throws_ok(format('select public.submit_document(''insurance'', %L, ''2100-01-01'', %L)', tests.id('driver') || '/insurance', tests.id('driver2')), 'PT422', 'document_invalid', 'an admin cannot submit a document with another driver''s path');
select tests.act_as('driver');
select throws_ok(format('select public.submit_document(''insurance'', %L, ''2100-01-01'', %L)', tests.id('driver2') || '/insurance', tests.id('driver2')), 'PT403', 'not_allowed', 'a driver cannot submit a document for another driver');
select tests.as_owner();
select is((select count(*) from public.audit_log a where a.action = 'submit_document'), 2::bigint, 'documents that staff submits are audited');

-- Files of deleted people
insert into storage.objects (bucket_id, name) select 'users', tests.id(p) || '/profileImage' from unnest(array['rider9', 'rider8']) p;
insert into storage.objects (bucket_id, name) values ('users', tests.id('rider9') || '/license'), ('bookings', tests.booking() || '/pickup_image'), ('users', gen_random_uuid() || '/license');
select is(app.queue_orphaned_files(), 1, 'a file of a person who does not exist is queued for removal');
select is(app.queue_orphaned_files(), 0, 'a file is queued for removal once');
delete from app.outbox;
select tests.clear_wallet('rider9'), tests.let('rider9', 'select public.delete_my_account()');
select set_eq($$ select payload ->> 'path' from app.outbox where kind = 'file' $$, $$ select (select id from public.profiles where deleted_at is not null order by deleted_at desc limit 1) || s
  from unnest(array['/profileImage', '/license']) s $$, 'the files of a deleted account are queued for removal');
select is((select count(*) from app.outbox where kind = 'file' and payload ->> 'bucket' <> 'users'), 0::bigint, 'the images of bookings are kept when an account is deleted');
select tests.as_service();
create temp table taken as select * from public.take_outbox(10);
select is((select count(*) from taken where kind = 'file' and payload ? 'bucket' and payload ? 'path' and ttl_seconds > 86400 * 20), 2::bigint, 'the worker gets the bucket and path of files to remove');
select tests.as_owner();
select app.queue_orphaned_files();
select is((select count(*) from app.outbox where kind = 'file' and status = 'queued'), 3::bigint, 'a file that is queued for removal is not queued again');
update app.outbox set status = 'dead', done_at = app.now();
select is(app.queue_orphaned_files(), 3, 'a file that could not be removed is queued again another day');
select * from finish();
