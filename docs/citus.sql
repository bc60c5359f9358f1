-- Citus: snapshots, readings and the other tables of many rows are spread over workers by company; everything else stays where it is,
-- on the coordinator. Run once by the owner of the database, with all nodes stopped, after the migrations of this version:
--
--   psql "$DATABASE_URL" -v ON_ERROR_STOP=1 -f docs/citus.sql
--
-- Needs Citus 12 or later. docs/beyond-one-postgresql.md says what it brings, what it does not, and why no more tables are here.

create extension if not exists citus;

-- Read together with every company's rows, and small: a copy on every worker.
select create_reference_table('companies');

-- By company. Every key of these has company_id, so that no two workers decide about one row.
select create_distributed_table('metric_snapshots', 'company_id', colocate_with => 'none');
select create_distributed_table('post_readings', 'company_id', colocate_with => 'metric_snapshots');
select create_distributed_table('account_months', 'company_id', colocate_with => 'metric_snapshots');
select create_distributed_table('latest_posts', 'company_id', colocate_with => 'metric_snapshots');
select create_distributed_table('account_tags', 'company_id', colocate_with => 'metric_snapshots');
select create_distributed_table('account_group_members', 'company_id', colocate_with => 'metric_snapshots');
select create_distributed_table('content_counts', 'company_id', colocate_with => 'metric_snapshots');
select create_distributed_table('attachments', 'company_id', colocate_with => 'metric_snapshots');
select create_distributed_table('synced_records', 'company_id', colocate_with => 'metric_snapshots');
